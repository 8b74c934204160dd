/** Looks of the page around the drawings: one column, readable on a phone; in print a landscape sheet for each view. */
export const PAGE_STYLE = `
*{box-sizing:border-box}
html{color-scheme:light;-webkit-text-size-adjust:100%}
body{margin:0 auto;max-width:1500px;padding:16px;background:#fff;color:#1a1a1a;font:16px/1.45 system-ui,Arial,"Liberation Sans","DejaVu Sans",sans-serif}
header{display:flex;flex-wrap:wrap;justify-content:space-between;align-items:start;gap:8px 24px;margin-bottom:12px}
h1{font-size:1.35rem;line-height:1.25;margin:0 0 4px;overflow-wrap:anywhere}
h2{font-size:1.05rem;margin:24px 0 8px}
p{margin:0;overflow-wrap:anywhere}
.hint,.foot{color:#555;font-size:.9rem;margin-top:12px}
header p{color:#555}
nav{display:flex;gap:8px}
button,.button,.views>label{display:inline-flex;align-items:center;gap:8px;min-height:44px;padding:4px 12px;border:1px solid #b5b5b0;border-radius:8px;background:#fff;color:inherit;font:inherit;font-size:.88rem;text-decoration:none;cursor:pointer}
button:hover,.button:hover,.views>label:hover{background:#f3f3f0}
button:focus-visible,.button:focus-visible,.views>input:focus-visible+label,.scroll:focus-visible{outline:3px solid #1565c0;outline-offset:2px}
.views{display:flex;flex-wrap:wrap;gap:8px;position:relative}
.views>input{position:absolute;opacity:0;width:1px;height:1px;margin:20px}
.views>input:checked+label{border-color:#1a1a1a;box-shadow:inset 0 0 0 2px #1a1a1a;font-weight:600}
label[for=large]{margin-left:auto}
.pane{display:none;flex:0 0 100%;min-width:0;margin:0}
figcaption{display:none}
.scroll{border:1px solid #d5d5d0;border-radius:8px;overflow:auto;background:#fff}
.pane svg{display:block;width:100%;height:auto;max-height:82vh}
.pane .wall{display:none}
#large:checked~.pane svg{min-width:var(--large);max-height:none}
#view-front:checked~#front,#view-iso:checked~#iso,#view-plan:checked~#plan,html:not(.js) .pane:target{display:block}
.row{display:grid;grid-template-columns:4.5em 1fr;align-items:start;margin:12px 0 0}
.row b{line-height:44px}
.row div{display:flex;flex-wrap:wrap;gap:5px}
.row button{gap:6px;padding:4px 7px 4px 5px}
button i{width:24px;height:24px;border:1px solid #6b6e70;border-radius:5px;background:#fff}
button[data-value=clear] i{background:linear-gradient(135deg,#fff 47%,#6b6e70 47%,#6b6e70 53%,#fff 53%)}
button[aria-pressed=true]{border-color:#1a1a1a;box-shadow:inset 0 0 0 2px #1a1a1a}
table{border-collapse:collapse;width:100%;max-width:1000px}
th,td{padding:6px 10px;border-bottom:1px solid #e2e2de;text-align:left;vertical-align:top}
th{background:#f6f6f3}
.n{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}
@media (max-width:700px){
body{padding:12px}
.views>label{flex:1 1 auto;justify-content:center;padding:4px 8px}
label[for=large]{margin-left:0}
.pane svg{max-height:none}
#large:not(:checked)~.paired svg{min-width:185%}
#large:not(:checked)~.walled .dwg{display:none}
#large:not(:checked)~.walled .wall{display:block}
.row{display:block}
.row b{line-height:1.8}
.row div{display:grid;grid-template-columns:repeat(auto-fill,minmax(114px,1fr))}
.row button{padding-right:4px;font-size:.8rem;text-align:left}
th,td{padding:5px 4px;font-size:.8rem}
.wide{display:none}
}
@media print{
body{padding:0;max-width:none;font-size:9pt}
header{display:block;margin:0 0 2mm}
h1{font-size:12pt;margin:0}
h2,figcaption{margin:0 0 2mm;font-size:10pt;font-weight:700}
.views>input,.views>label,nav,.row,.hint,thead{display:none}
.views,.views .pane,figcaption,.views .walled .dwg{display:block}
.views .walled .wall{display:none}
.pane{break-inside:avoid;break-after:page}
.scroll{border:0;overflow:visible}
.pane svg,#large:checked~.pane svg{min-width:0;margin:0 auto}
.foot{font-size:7pt}
*{print-color-adjust:exact;-webkit-print-color-adjust:exact}
table,tbody{display:block;max-width:none}
tbody{column-gap:6mm}
tr{display:flex;break-inside:avoid;font-size:7.5pt;line-height:1.2}
td{padding:.4mm 1mm;border-bottom:.2mm solid #ddd}
td:nth-child(3){flex:1}
.wide{display:none}
}
`.trim();
