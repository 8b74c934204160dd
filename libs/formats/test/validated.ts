import { createRequire } from 'node:module';

/** What Khronos' validator says of a file. */
interface Report {
  readonly issues: {
    readonly numErrors: number;
    readonly numWarnings: number;
    readonly numInfos: number;
    readonly messages: readonly { readonly code: string; readonly message: string; readonly pointer?: string }[];
  };
  readonly info: { readonly totalVertexCount: number };
}

/** It comes without types. */
const validator: { validateBytes(data: Uint8Array): Promise<Report> } = createRequire(import.meta.url)(
  'gltf-validator',
);

/** What is wrong with a glTF file, a line each: errors, warnings and hints. */
export async function faultsOf(glb: Uint8Array): Promise<string[]> {
  const { issues } = await validator.validateBytes(glb);
  return issues.messages.map(({ code, message, pointer = '' }) => `${code} ${message} ${pointer}`.trim());
}
