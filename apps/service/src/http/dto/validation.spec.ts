import { CUSTOM_ROUTE_ARGS_METADATA, ROUTE_ARGS_METADATA, RouteParamtypes } from '@nestjs/common/internal';
import { CabinetModule } from '../../cabinet/cabinet.module.js';
import { API } from '../http.module.js';
import { InputValidation } from './validation.js';

interface Parameter {
  readonly data?: unknown;
  readonly pipes: readonly unknown[];
}

/** Bodies and whole queries that the controllers' methods take, by name. */
function inputs() {
  const controllers = [...API, ...Reflect.getMetadata('controllers', CabinetModule)];
  return controllers.flatMap((controller) =>
    Object.getOwnPropertyNames(controller.prototype).flatMap((method) => {
      const parameters: Record<string, Parameter> = Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, method) ?? {};
      return (
        Object.entries(parameters)
          // The key of a decorator of ours begins with a random word, which may begin with any digit.
          .filter(([key]) => !key.includes(CUSTOM_ROUTE_ARGS_METADATA))
          .filter(
            ([key, { data }]) =>
              [RouteParamtypes.BODY, RouteParamtypes.QUERY].includes(Number.parseInt(key, 10)) && data === undefined,
          )
          .map(([, { pipes }]) => ({ route: `${controller.name}.${method}`, pipes }))
      );
    }),
  );
}

it('whatever a route takes as its body or its query is validated', () => {
  const all = inputs();
  expect(all.length).toBeGreaterThan(20);
  expect(all.filter(({ pipes }) => !pipes.includes(InputValidation)).map(({ route }) => route)).toEqual([]);
});
