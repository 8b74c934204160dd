/** Looks of the page around a drawing: one column, readable on a phone, one landscape sheet in print. */
export const PAGE_STYLE = `
*{box-sizing:border-box}
html{color-scheme:light;-webkit-text-size-adjust:100%}
body{margin:0 auto;max-width:1500px;padding:16px;background:#fff;color:#1a1a1a;font:16px/1.45 system-ui,Arial,"Liberation Sans","DejaVu Sans",sans-serif}
h1{font-size:1.35rem;line-height:1.25;margin:0 0 4px;overflow-wrap:anywhere}
h2{font-size:1.05rem;margin:24px 0 8px}
p{margin:0 0 12px}
.narrow{display:none}
.hint,.foot{color:#555;font-size:.9rem}
.view{margin:0;border:1px solid #d5d5d0;border-radius:8px;overflow-x:auto}
.view svg{display:block;width:100%;min-width:var(--least);height:auto;max-height:78vh}
.row{display:grid;grid-template-columns:4.5em 1fr;align-items:start;margin:12px 0 0}
.row b{line-height:44px}
.row div{display:flex;flex-wrap:wrap;gap:6px}
button{display:inline-flex;align-items:center;gap:8px;min-height:44px;padding:4px 10px 4px 6px;border:1px solid #b5b5b0;border-radius:8px;background:#fff;color:inherit;font:inherit;font-size:.88rem;cursor:pointer}
button i{width:26px;height:26px;border:1px solid #6b6e70;border-radius:5px;background:#fff}
button[data-value=clear] i{background:linear-gradient(135deg,#fff 47%,#6b6e70 47%,#6b6e70 53%,#fff 53%)}
button[aria-pressed=true]{border-color:#1a1a1a;box-shadow:inset 0 0 0 2px #1a1a1a}
button:hover{background:#f3f3f0}
button:focus-visible,.view:focus-visible{outline:3px solid #1565c0;outline-offset:2px}
table{border-collapse:collapse;width:100%;max-width:1000px}
th,td{padding:6px 10px;border-bottom:1px solid #e2e2de;text-align:left;vertical-align:top}
th{background:#f6f6f3}
.n{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}
@media (max-width:700px){
body{padding:12px}
.view svg{max-height:none}
.row{display:block}
.row b{line-height:1.8}
button{text-align:left}
button{flex:1 1 30%;padding-right:6px}
th,td{padding:5px 4px;font-size:.8rem}
.wide{display:none}
}
@media print{
body{padding:0;max-width:none;font-size:9pt}
h1{font-size:12pt}
h2{margin:3mm 0 1mm;font-size:10pt}
p{margin:0 0 1mm}
.row,.hint,.narrow,thead{display:none}
.view{border:0;overflow:visible}
.view svg{min-width:0;margin:0 auto}
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
