/** What is handed to other programs: lines of CSV, glTF models. Imported where one is asked for, not at the start. */
export { cellOf, csvLine, csvTable } from './csv.js';
export { glbOf } from './glb.js';
