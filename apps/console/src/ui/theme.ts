export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const KEPT_AS = 'garnitur.theme';

export function keptTheme(): Theme {
  return THEMES.find((theme) => theme === localStorage.getItem(KEPT_AS)) ?? 'system';
}

/** The stylesheet reads `data-theme`; without it the system's preference holds. */
export function applyTheme(theme: Theme): void {
  localStorage.setItem(KEPT_AS, theme);
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
