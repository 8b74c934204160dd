import type { Material as GltfMaterial } from '@gltf-transform/core';
import type { Model } from '#libs/furniture';

/**
 * A model as glTF 2.0 in one binary file: a node for each object, a primitive for each of its materials. The same model
 * gives the same bytes.
 */
export async function glbOf({ name, materials, objects }: Model): Promise<Uint8Array> {
  // Loaded with the first model that is asked for.
  const { ColorUtils, Document, WebIO } = await import('@gltf-transform/core');
  const document = new Document();
  const buffer = document.createBuffer();
  const scene = document.createScene(name);
  document.getRoot().setDefaultScene(scene);
  const made = new Map<string, GltfMaterial>();
  const materialOf = (role: keyof Model['materials']): GltfMaterial => {
    const known = made.get(role);
    if (known) return known;
    const { name: called, hex, metallic, roughness, opacity } = materials[role];
    const [r, g, b] = ColorUtils.hexToFactor(Number.parseInt(hex.slice(1), 16), [0, 0, 0]);
    const material = document
      .createMaterial(called)
      .setBaseColorFactor([r ?? 0, g ?? 0, b ?? 0, opacity])
      .setMetallicFactor(metallic)
      .setRoughnessFactor(roughness)
      .setAlphaMode(opacity < 1 ? 'BLEND' : 'OPAQUE');
    made.set(role, material);
    return material;
  };
  for (const object of objects) {
    const mesh = document.createMesh(object.name);
    for (const { role, positions, normals, indices } of object.surfaces) {
      const accessor = (type: 'VEC3' | 'SCALAR', array: Float32Array<ArrayBuffer> | Uint16Array<ArrayBuffer>) =>
        document.createAccessor().setType(type).setArray(array).setBuffer(buffer);
      const primitive = document
        .createPrimitive()
        .setAttribute('POSITION', accessor('VEC3', positions))
        .setAttribute('NORMAL', accessor('VEC3', normals))
        .setIndices(accessor('SCALAR', indices))
        .setMaterial(materialOf(role));
      mesh.addPrimitive(primitive);
    }
    scene.addChild(document.createNode(object.name).setMesh(mesh));
  }
  return new WebIO().writeBinary(document);
}
