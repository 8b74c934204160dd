import type { Finish, Fuel, Handle, ObstacleKind, Tier, WallEnd } from '#libs/furniture';
import type { OneOf } from '../rules/frame.js';
import type { KindsOf } from './cases.js';

/**
 * What one message means: the cheapest reading of all its words as statements, without regard to any order. `plan`
 * turns statements into operations or questions, `words` into sentences, `account` checks them against the order.
 * All lengths are millimetres.
 */
export interface Meaning {
  readonly words: readonly Word[];
  readonly statements: readonly Statement[];
  /** Cost of the reading per content word; above `MAX_COST` the answer is a question. */
  readonly cost: number;
  readonly narrow?: readonly Narrow[];
}

/** A side that words give to one thing, and almost as well to another; things by their concepts. */
export interface Narrow {
  readonly place: string;
  readonly of: string;
  readonly not: string;
}

/** A word, number or mark of the message, and what explains it. */
export interface Word {
  /** As typed. */
  readonly text: string;
  /**
   * Index of the statement that it became part of; `filler` for words that change nothing, `name` for a part of the kitchen
   * of which nothing was understood; otherwise nothing explains it.
   */
  readonly explained: number | 'filler' | 'name' | undefined;
}

/** Indices of words, `[from, to)`. */
export interface Source {
  readonly from: number;
  readonly to: number;
  /** The customer's own words, as typed. */
  readonly text: string;
}

/** How customers name a wall: by side, by length, by number, by its length in mm, or by what is on it. */
export const WALL_NAMES = 'left middle right long short first second third other';
export type WallRef = OneOf<typeof WALL_NAMES> | { readonly length: number } | MarkedWall;

/** «стена с окном», «стена без окна». */
export interface MarkedWall {
  readonly obstacle: ObstacleKind;
  readonly without?: true;
}

/** A thing that the customer names: a row of the concept table with what was said of it. */
export interface Mention {
  /** Key of `CONCEPTS`. */
  readonly concept: string;
  readonly source: Source;
  readonly count?: number;
  readonly width?: number;
  readonly height?: number;
  readonly depth?: number;
  readonly fuel?: Fuel;
  readonly builtIn?: boolean;
  /** In a tall unit: «духовка в пенале». */
  readonly tall?: boolean;
  /** A corner unit or a sink in one: «угловая мойка»; false: «не угловая». */
  readonly corner?: boolean;
  readonly diagonal?: boolean;
  /** «шкаф с двумя ящиками»: number of drawers. */
  readonly drawers?: number;
  readonly tier?: Tier;
  readonly colour?: Colour;
  /** Of the words for a thing that they do not name: «встроенную». */
  readonly gender?: string;
  /** Which of several: «вторая тумба», «левый шкаф», «крайний», «тот», «его» (the thing spoken of last), «все». */
  readonly which?: {
    readonly ordinal?: number;
    readonly hand?: 'left' | 'right';
    readonly extreme?: boolean;
    readonly anaphor?: boolean;
    readonly all?: boolean;
  };
  /** Things said to be one with it: the oven of «варочная с духовкой», the microwave above an oven. */
  readonly with?: readonly Mention[];
}

export interface Colour {
  readonly finish: Finish;
  /** As typed. */
  readonly named: string;
  /** The palette has none of this name; `finish` is the nearest. */
  readonly nearest?: boolean;
}

export type Part = 'facade' | 'carcass' | 'worktop' | Tier;

/** A place that was said; several together narrow it. */
export type Place =
  /** Of the whole kitchen, or of a wall; `end`: «с краю», «в самом конце», «крайний»; the first or last of its row. */
  | {
      readonly at: 'side';
      readonly hand: 'left' | 'right' | 'centre' | 'any';
      readonly end?: boolean;
      /** «в другой конец»: not where it stands. */
      readonly other?: boolean;
      /** «по краям»: one at each. */
      readonly both?: boolean;
    }
  | { readonly at: 'start' | 'end' }
  | { readonly at: 'wall'; readonly wall: WallRef }
  /** `near`: beside it, of what never stands in one: «ящики к углу». */
  | { readonly at: 'corner'; readonly hand?: 'left' | 'right'; readonly near?: boolean }
  /** «рядом с», «справа от», «после» (hand `next` in the direction of the sequence); `gap` mm where one was said. */
  | {
      readonly at: 'beside';
      readonly of: Mention | ObstacleRef;
      readonly hand?: 'left' | 'right';
      readonly close?: boolean;
      readonly gap?: number;
    }
  | { readonly at: 'apart'; readonly of: Mention | ObstacleRef; readonly gap?: number }
  | { readonly at: 'between'; readonly a: Mention | ObstacleRef; readonly b: Mention | ObstacleRef }
  /** `gap` where one was said: «вытяжка в 40 см над плитой». */
  | {
      readonly at: 'under' | 'over' | 'opposite' | 'instead';
      readonly of: Mention | ObstacleRef;
      readonly gap?: number;
    }
  | { readonly at: 'offset'; readonly mm: number; readonly from: 'left' | 'right' | 'unsaid' }
  | { readonly at: 'shift'; readonly hand: 'left' | 'right'; readonly mm?: number };

export interface ObstacleRef {
  readonly obstacle: ObstacleKind;
  readonly source: Source;
}

/** An obstacle as far as it was described; `from` of a distance is unsaid where only «от угла» was said. */
export interface ObstacleSaid {
  readonly kind: ObstacleKind;
  readonly places: readonly Place[];
  readonly width?: number;
  readonly height?: number;
  readonly depth?: number;
  readonly bottom?: number;
  readonly top?: number;
  /** From one distance to another: «от 900 до 2300 слева». */
  readonly to?: number;
  /** Nothing is to stand before it: «батарею не загораживать». */
  readonly free?: true;
  /** Nobody said where it is, although it was asked. */
  readonly assumed?: true;
}

export const CONTEXT_KINDS = 'money address family style material old_kitchen time contact other';
export const TOPIC_NAMES =
  'greeting thanks praise complaint swearing price discount delivery installation deadline warranty payment measuring hardware who human other_furniture other_language off_topic injection drawing';
export type Topic = OneOf<typeof TOPIC_NAMES>;

export type Statement = { readonly source: Source } & KindsOf<
  'say',
  {
    /** `not`: «не угловая». */
    shape: { shape: 'straight' | 'corner' | 'u' | 'island' | 'peninsula' | 'parallel' | 'g'; not?: true };
    /** Lengths of walls in the order said; `product` of «3 на 2»; `approximate` of «2–2,5», «наверное 3». */
    walls: {
      /** `more`: so much longer than it is, or shorter, mm. */
      lengths: readonly { readonly mm: number; readonly wall?: WallRef; readonly more?: number }[];
      product?: true;
      approximate?: true;
      room?: true;
    };
    /** A number in reach of no wall and no unit that was not understood: its unit has to be asked. */
    number: { value: number; unit?: 'mm' | 'cm' | 'm' };
    ceiling: { mm: number };
    ends: { left?: WallEnd; right?: WallEnd };
    obstacle: { act: 'is' | 'gone'; obstacle: ObstacleSaid };
    /**
     * A thing that is wanted in the kitchen («мойка 60 слева»), refused («без посудомойки»), kept elsewhere («холодильник
     * в коридоре»), or already there and to be left out of the order. Where an order stands, `want` may be an addition or
     * a property of what stands; `plan` decides.
     */
    thing: { act: 'want' | 'refuse' | 'elsewhere'; thing: Mention; places: readonly Place[] };
    /** A place alone («справа», «в метре от левого угла», «на длинной»): the answer to where, or of what was spoken of last. */
    place: { places: readonly Place[] };
    /** Order along the walls of things that have `thing` statements too: indices of statements. */
    sequence: { of: readonly number[]; direction: 'left_to_right' | 'right_to_left' | 'listed' };
    /** A row of units: «верхние шкафы», «антресоли до потолка», «верх только над мойкой», «весь низ ящики» (`units`). */
    row: {
      act: 'want' | 'refuse';
      tier: Tier;
      walls?: readonly WallRef[];
      only?: true;
      height?: number;
      toCeiling?: true;
      over?: readonly Mention[];
      hand?: 'left' | 'right';
      units?: Mention;
    };
    colour: { parts: readonly Part[]; colour: Colour; not?: true };
    handles: { tiers: readonly Tier[] | 'all'; handle: Handle; not?: true };
    lighting: { on: boolean };
    /** Appliances are left to the assistant: «техника стандартная», «на ваш вкус». */
    usual: unknown;
    /** What is to be done with an order that stands. In a first message the same words are read as wishes. */
    edit: { edit: EditSaid };
    /** `steps`: «два шага назад», «оба последних изменения». */
    undo: {
      what:
        | ('last' | 'all' | 'first')
        | { readonly turn: number }
        | { readonly steps: number }
        | { readonly before: readonly Mention[] }
        /** `cancels`: «отменить», not «вернуть». */
        | { readonly aspect: Mention | Part | 'handles' | 'lighting'; readonly cancels?: true };
    };
    /** «всё сначала», «забудьте»: what was said before is void. */
    anew: unknown;
    answer: { answer: 'yes' | 'no' | 'unsure' | 'any' | { readonly choice: number } };
    /** `about` is the measure or property asked for; things as mentioned. */
    question: { about: QuestionAbout; things: readonly Mention[]; places: readonly Place[] };
    /** Small talk and what is no order. Money and addresses are `context`: they change nothing and need no answer. */
    talk: { topic: Topic };
    context: { of: OneOf<typeof CONTEXT_KINDS> };
    /** A thing for which there is no module («электрощит», «барная стойка»): to be said in the note. `name` is Russian, nominative. */
    outside: { name: string };
  }
>;

interface Things {
  readonly things: readonly Mention[];
}
interface Placing extends Things {
  readonly places: readonly Place[];
}

export type EditSaid = KindsOf<
  'act',
  {
    add: Placing;
    remove: Placing;
    move: Placing;
    keep: Placing;
    swap: { a: Mention; b: Mention };
    replace: { old: Mention; by: Mention; among?: readonly Place[] };
    /** `among`: which of several, «шкаф над мойкой шире». */
    resize: Things & {
      among?: readonly Place[];
      to?: number;
      /** «45 на 60»: the width that it has, which tells it where no thing is named. */
      from?: number;
      by?: 'wider' | 'narrower' | 'higher' | 'lower';
      mm?: number;
    };
    split: { thing: Mention; into: readonly Mention[]; among?: readonly Place[] };
    /** What may give way so that the rest goes in: «лишние тумбы уберите», «за счёт ящиков»; without things any plain unit. */
    yield: Things;
    mirror: unknown;
    /** «низ светлее»: than the colour that it has; without parts what was painted last. */
    shade: { parts: readonly Part[]; by: 'lighter' | 'darker' };
    /** «наоборот»: the last change the other way round. */
    reverse: unknown;
    /** «и ящики тоже», «так же с плитой»: the last change, of other things. */
    likewise: Things;
  }
>;

export const ABOUTS =
  'width height depth length gap count place neighbour exists fits which colour handles fuel area free_space palette hinges why contents advice other';
export type QuestionAbout = OneOf<typeof ABOUTS>;

/** A statement without the words that it came from. */
export type Said = Statement extends infer One ? (One extends Statement ? Omit<One, 'source'> : never) : never;

export const isObstacle = (of: Mention | ObstacleRef): of is ObstacleRef => 'obstacle' in of;

/** A part that is built of no words, and a thing that is. */
export const NOWHERE: Source = { from: 0, to: 0, text: '' };
export const unsaid = (concept: string, more: Partial<Mention> = {}): Mention => ({
  concept,
  source: NOWHERE,
  ...more,
});

/** What a place refers to. */
export const partiesOf = (place: Place): readonly (Mention | ObstacleRef)[] =>
  'of' in place ? [place.of] : place.at === 'between' ? [place.a, place.b] : [];

/** Things that a place refers to. */
export const referredTo = (place: Place): readonly Mention[] =>
  partiesOf(place).flatMap((of) => (isObstacle(of) ? [] : [of]));

/** Things that places of this kind refer to. */
export const thingsAt = (places: readonly Place[], at: Place['at']): readonly Mention[] =>
  places.filter((place) => place.at === at).flatMap(referredTo);

/** The side that places name: neither the middle nor an end of which nobody said which. */
export const handIn = (places: readonly Place[]): 'left' | 'right' | undefined =>
  places.flatMap((place) =>
    place.at === 'side' && (place.hand === 'left' || place.hand === 'right') ? [place.hand] : [],
  )[0];

/** Whether things follow one another; `lists`: where each stands. `mayShare`: a unit may be two of them, hob and oven. */
export function isInSequence(
  lists: readonly (readonly number[])[],
  direction: Extract<Statement, { say: 'sequence' }>['direction'],
  mayShare = false,
): boolean {
  const placed = lists.filter((list) => list.length > 0);
  const runs = (inOrder: readonly (readonly number[])[]): boolean => {
    let at = -1;
    return inOrder.every((list) => {
      const further = list.filter((x) => x > at);
      if (mayShare && list.includes(at)) return true;
      at = Math.min(...further);
      return further.length > 0;
    });
  };
  return (
    (direction !== 'right_to_left' && runs(placed)) || (direction !== 'left_to_right' && runs(placed.toReversed()))
  );
}

export const OTHER_HAND = { left: 'right', right: 'left' } as const;
