import { ColorUtils, Document, type Material, type Texture, WebIO } from '@gltf-transform/core';
import type { Model } from '#libs/furniture';
import { writePng } from './png.js';

/** `primitive.mode` of glTF 2.0 (3.7.2.1). */
const MODES = { lines: 1, triangles: 4 } as const;

/** The grain as a PNG: the same for every model. */
let grainPng: Uint8Array<ArrayBuffer> | undefined;

/**
 * A model as glTF 2.0 in one binary file: a node for each object, a primitive for each of its materials. The same model
 * gives the same bytes.
 */
export function writeGlb({ name, materials, objects }: Model): Promise<Uint8Array> {
  const document = new Document();
  const buffer = document.createBuffer();
  const scene = document.createScene(name);
  document.getRoot().setDefaultScene(scene);
  const made = new Map<string, Material>();
  let grained: Texture | undefined;
  const materialOf = (role: keyof Model['materials']): Material => {
    const known = made.get(role);
    if (known) return known;
    const { name: called, hex, metallic, roughness, opacity, grain } = materials[role];
    // Under a grain the colour is as much lighter as the grain darkens it.
    const lift = (factor = 0) => Math.min(1, factor / (grain?.mean ?? 1));
    const [r, g, b] = ColorUtils.hexToFactor(Number.parseInt(hex.slice(1), 16), [0, 0, 0]).map(lift);
    const material = document
      .createMaterial(called)
      .setBaseColorFactor([r ?? 0, g ?? 0, b ?? 0, opacity])
      .setMetallicFactor(metallic)
      .setRoughnessFactor(roughness)
      .setAlphaMode(opacity < 1 ? 'BLEND' : 'OPAQUE');
    if (grain) {
      grainPng ??= writePng(grain.width, grain.height, grain.light);
      grained ??= document.createTexture('Волокно').setMimeType('image/png').setImage(grainPng);
      material.setBaseColorTexture(grained);
    }
    made.set(role, material);
    return material;
  };
  for (const object of objects) {
    const mesh = document.createMesh(object.name);
    for (const { role, kind, positions, normals, uvs, indices } of object.surfaces) {
      const accessor = (
        type: 'VEC3' | 'VEC2' | 'SCALAR',
        array: Float32Array<ArrayBuffer> | Uint16Array<ArrayBuffer>,
      ) => document.createAccessor().setType(type).setArray(array).setBuffer(buffer);
      const primitive = document
        .createPrimitive()
        .setMode(MODES[kind])
        .setAttribute('POSITION', accessor('VEC3', positions))
        .setIndices(accessor('SCALAR', indices))
        .setMaterial(materialOf(role));
      if (kind === 'triangles') primitive.setAttribute('NORMAL', accessor('VEC3', normals));
      if (uvs.length > 0) primitive.setAttribute('TEXCOORD_0', accessor('VEC2', uvs));
      mesh.addPrimitive(primitive);
    }
    scene.addChild(document.createNode(object.name).setMesh(mesh));
  }
  return new WebIO().writeBinary(document);
}
