import { FINISHES, type Finish } from '../../order/order.js';
import { drawnName, PALETTE } from '../palette.js';
import { escapeXml } from '../svg/text.js';

type Painted = 'carcass' | 'facade';

const PAINTED: Readonly<Record<Painted, string>> = { carcass: 'Корпус', facade: 'Фасад' };

/** Buttons of one painted part; the finish of the request comes first (spec.md, render, rule 7). */
export function paletteRow(part: Painted, chosen: Finish): string {
  const title = PAINTED[part];
  const finishes = [chosen, ...FINISHES.filter((f) => f !== chosen)];
  const buttons = finishes.map((finish) => {
    const { hex } = PALETTE[finish];
    const sample = finish === 'clear' ? '<i></i>' : `<i style="background:${hex}"></i>`;
    const pressed = finish === chosen ? 'true' : 'false';
    const words = escapeXml(drawnName(finish));
    return `<button type="button" data-part="${part}" data-value="${finish}" data-name="${words}" aria-pressed="${pressed}" aria-label="${title}: ${words}">${sample}${words}</button>`;
  });
  return `<div class="row" role="group" aria-label="${title}, цвет"><b aria-hidden="true">${title}</b>\n<div>${buttons.join('\n')}</div>\n</div>`;
}

/** «Корпус: белый, фасад: графит» */
export function chosenWords(carcass: Finish, facade: Finish): string {
  return `Корпус: ${drawnName(carcass)}, фасад: ${drawnName(facade)}`;
}

/** Recolours the drawing around which the attributes stand; holds no data of the order. */
export const PALETTE_SCRIPT = `
(function () {
  var root = document.body;
  var words = document.getElementById('chosen');
  var buttons = Array.prototype.slice.call(document.querySelectorAll('button[data-part]'));
  function name(part) {
    return buttons.filter(function (b) {
      return b.dataset.part === part && b.getAttribute('aria-pressed') === 'true';
    })[0].dataset.name;
  }
  buttons.forEach(function (button) {
    button.addEventListener('click', function () {
      var part = button.dataset.part;
      root.setAttribute('data-' + part, button.dataset.value);
      buttons.forEach(function (b) {
        if (b.dataset.part === part) b.setAttribute('aria-pressed', b === button ? 'true' : 'false');
      });
      words.textContent = 'Корпус: ' + name('carcass') + ', фасад: ' + name('facade');
    });
  });
})();
`.trim();
