import { drawnName, GLASS, PALETTE, PLINTH, tones } from '../drawing/palette.js';
import type { Finishes } from '../drawing/styles.js';
import type { Finish } from '../order/order.js';
import { grainTexture, type Texture } from './grain.js';

/** A surface as it is shown: colour, and how it takes the light. */
export interface Material {
  name: string;
  /** `#RRGGBB`, sRGB. */
  hex: string;
  /** 0 wood and paint, 1 metal. */
  metallic: number;
  /** 0 a mirror, 1 chalk. */
  roughness: number;
  /** 1 unless it is seen through. */
  opacity: number;
  /** Of wood: laid over the colour. */
  grain?: Texture;
}

const FIXED = {
  worktop: matt('Столешница', '#B9B2A6', 0.55),
  plinth: matt('Цоколь', PLINTH, 0.6),
  gap: matt('Зазор между фасадами', '#2E2C2A', 1),
  inside: matt('Внутри', '#D9D7D2', 0.9),
  steel: { name: 'Сталь', hex: '#C9CDD0', metallic: 0.6, roughness: 0.55, opacity: 1 },
  handle: { name: 'Ручки', hex: '#6F7478', metallic: 0.8, roughness: 0.4, opacity: 1 },
  white: matt('Техника белая', '#ECEEEF', 0.45),
  machine: matt('Техника тёмная', '#3A3D40', 0.45),
  // Not as smooth as glass is: it would mirror a viewer's lamps as a white plate.
  dark: matt('Стекло тёмное', '#14171A', 0.6),
  ring: matt('Конфорка', '#5B6066', 0.4),
  glass: { name: 'Стекло', hex: GLASS, metallic: 0, roughness: 0.1, opacity: 0.35 },
  wall: matt('Стена', '#F1F0EC', 0.95),
  floor: matt('Пол', '#D8D2C6', 0.85),
  frame: matt('Рама', '#FBFBFA', 0.6),
  sky: matt('Окно', '#CFE3EC', 0.3),
  door: matt('Дверь', '#E3DCCF', 0.7),
  pipe: matt('Препятствие', '#C9D2D6', 0.7),
  rim: matt('Рёбра', '#57544F', 1),
  corner: matt('Рёбра стен', '#B9B5AC', 1),
} as const;

/** What a surface is: the two painted ones, or one that has the same colour in every kitchen. */
export type Role = 'facade' | 'carcass' | 'edge' | keyof typeof FIXED;

function matt(name: string, hex: string, roughness: number): Material {
  return { name, hex, metallic: 0, roughness, opacity: 1 };
}

/** `clear` is the absence of colour: paper, a little darker than the wall behind so that it is seen. */
const bare = { facade: '#E9E8E4', carcass: '#DDDCD7' } as const;

function painted(role: keyof typeof bare, word: string, finish: Finish): Material {
  const { hex, wood } = PALETTE[finish];
  const material = matt(`${word}: ${drawnName(finish)}`, finish === 'clear' ? bare[role] : hex, wood ? 0.7 : 0.5);
  return wood ? { ...material, grain: grainTexture() } : material;
}

/** The materials of a model in these finishes. */
export function materialsOf({ carcass = 'clear', facade = 'clear' }: Finishes): Readonly<Record<Role, Material>> {
  return {
    ...FIXED,
    facade: painted('facade', 'Фасад', facade),
    carcass: painted('carcass', 'Корпус', carcass),
    // Light on dark fronts, where a dark line would be lost.
    edge: matt('Рёбра фасадов', tones(facade).edge, 1),
  };
}
