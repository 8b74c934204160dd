import { RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA, MODULE_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { MetadataScanner } from '@nestjs/core';
import { CabinetModule } from '../../apps/service/src/cabinet/cabinet.module.js';
import { API } from '../../apps/service/src/http/http.module.js';

/** A route as its controller declares it: `GET /v1/turns/:id`. */
export interface Route {
  readonly name: string;
  readonly method: string;
  readonly path: string;
}

/** Every route of the service's controllers. */
export function registeredRoutes(): readonly Route[] {
  const screens: readonly Type[] = Reflect.getMetadata(MODULE_METADATA.CONTROLLERS, CabinetModule);
  return [...API, ...screens].flatMap(routesOf);
}

function routesOf(controller: Type): Route[] {
  const base: string = Reflect.getMetadata(PATH_METADATA, controller);
  // Also those that a controller inherits.
  return new MetadataScanner().getAllMethodNames(controller.prototype).flatMap((member) => {
    const handler: object = controller.prototype[member];
    const method: RequestMethod | undefined =
      typeof handler === 'function' ? Reflect.getMetadata(METHOD_METADATA, handler) : undefined;
    if (method === undefined) return [];
    const own: string = Reflect.getMetadata(PATH_METADATA, handler);
    const path = `/${[base, own]
      .flatMap((part) => part.split('/'))
      .filter((part) => part !== '')
      .join('/')}`;
    const name = `${RequestMethod[method]} ${path}`;
    return [{ name, method: RequestMethod[method] ?? '', path }];
  });
}
