import type { ObstacleKind } from '#libs/furniture';

export interface ObstacleConcept {
  /** In the notation of rules/morphology.ts. */
  readonly name: string;
  readonly words: string;
  /** What a bare number beside it says when its width is known: the next measure. */
  readonly measures: readonly ('width' | 'height' | 'depth')[];
  /** What its sizes measure: that of a duct is never metres, «200 на 200» are millimetres. */
  readonly size?: 'pipe';
}

/** What stands in the way on a wall (furniture.ru.md, 3.4). Two sizes of a window are width and height, of a duct width and depth. */
export const OBSTACLE_CONCEPTS: Readonly<Record<ObstacleKind, ObstacleConcept>> = {
  window: { name: 'окн/n', words: 'окн/n окон=G окошк/n окошек=G оконн/a_проем/m', measures: ['width', 'height'] },
  door: {
    name: 'двер/j',
    words: 'двер/j двер/j_на_балкон выход/m_на_балкон балконн/a_двер/j дверн/a_проем/m балконн/a_блок/m вход/m дверью',
    measures: ['width', 'height'],
  },
  riser: {
    name: 'короб/m',
    words:
      'стояк/m стояк/m_отопления короб/m вентшахт/f шахт/f вентканал/m вентиляционн/a_короб/m вентиляционн/a_шахт/f вент_канал/m вент_шахт/f вент_короб/m венткороб/m колонн/f несущ/a_колонн/f выступ/m воздуховод/m вентиляционн/a_канал/m',
    measures: ['width', 'depth'],
    size: 'pipe',
  },
  gas_pipe: {
    name: 'газов/a труб/f',
    words: 'труб/f газов/a_труб/f газ_труб/f газов/a_стояк/m газов/a_кран/m',
    measures: ['width'],
    size: 'pipe',
  },
  radiator: {
    name: 'батаре/q',
    words: 'батаре/q батарея=n батарею=a батарей=G батареей=i радиатор/m отоплени/e радиатор/m_отопления',
    measures: ['width', 'height'],
  },
  boiler: {
    name: 'котел',
    words:
      'котел=na котл/m колонк/f газ_колонк/f газ_котел=na газ_котл/m газов/a_колонк/f газов/a_котел=na газов/a_котл/m водонагревател/l газов/a_водонагревател/l бойлер/m накопительн/a_водонагревател/l гейзер/m',
    measures: ['width', 'height', 'depth'],
  },
  socket: { name: 'розетк/f', words: 'розетк/f розеток=G', measures: [] },
  water: {
    name: 'вывод/m воды',
    words:
      'вод/f водопровод/m выводы_воды вывод/m_воды слив/m канализаци/q водоснабжени/e сифон/m водян/a_труб/f труб/f_с_водой труб/f_воды труб/f_для_воды труб/f_водопровода водопроводн/a_труб/f канализационн/a_труб/f',
    measures: [],
  },
  niche: { name: 'ниш/f', words: 'ниш/f', measures: ['width', 'depth'] },
};
