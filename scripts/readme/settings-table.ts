/** A setting as the server's own list describes it. */
export interface SettingRow {
  name: string
  default: string
  meaning: string
}

const begin = '<!-- settings: made by "npm run readme" -->'
const end = '<!-- /settings -->'

export function settingsTable(settings: SettingRow[]): string {
  const rows = settings.map((setting) => `| \`${setting.name}\` | ${code(setting.default)} | ${setting.meaning} |`)
  return ['| setting | default | meaning |', '|---|---|---|', ...rows].join('\n')
}

/** The README with its table of settings replaced. Throws where the marks of the table are missing. */
export function withSettings(readme: string, settings: SettingRow[]): string {
  const from = readme.indexOf(begin)
  const to = readme.indexOf(end)
  if (from === -1 || to < from) throw new Error('The README has lost the marks around its table of settings.')
  return `${readme.slice(0, from + begin.length)}\n\n${settingsTable(settings)}\n\n${readme.slice(to)}`
}

/** Values look like code; a default that is a description does not. */
function code(value: string): string {
  return value === 'none' || value.includes(' ') || value === 'embedded' ? value : `\`${value}\``
}
