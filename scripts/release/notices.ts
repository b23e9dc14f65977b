import type { Component } from './bill-of-materials.ts'

export const noticesFile = 'THIRD-PARTY-NOTICES.txt'

const ours = (component: Component) => component.group === '@penmark' || component.name.startsWith('penmark')
const nameOf = ({ group, name, version }: Component) =>
  `${group === undefined ? '' : `${group}/`}${name} ${version ?? ''}`.trim()

function licenceOf({ licenses = [] }: Component): string {
  const names = licenses
    .map(({ license, expression }) => expression ?? license?.id ?? license?.name ?? '')
    .filter((name) => name !== '')
  return names.join(', ') || 'licence not stated'
}

function textsOf({ evidence }: Component): string[] {
  const texts = (evidence?.licenses ?? []).map(({ license }) => {
    const { content = '', encoding } = license?.text ?? {}
    return encoding === 'base64' ? Buffer.from(content, 'base64').toString('utf8') : content
  })
  return texts.map((text) => text.replaceAll('\r\n', '\n').trim()).filter((text) => text !== '')
}

/** The licences of all packages in the product. Those with the same text share it. */
export function thirdPartyNotices(components: Component[]): string {
  const byText = new Map<string, string[]>()
  const withoutText: string[] = []
  for (const component of components.filter((each) => !ours(each))) {
    const line = `${nameOf(component)} (${licenceOf(component)})`
    const text = textsOf(component).join('\n\n')
    if (text === '') withoutText.push(line)
    else byText.set(text, [...(byText.get(text) ?? []), line])
  }
  const sections = [...byText].map(([text, lines]) => `${lines.sort().join('\n')}\n\n${text}\n`).sort()
  return [
    'Penmark contains these packages. Each remains under its own licence.\n',
    ...sections,
    ...(withoutText.length > 0
      ? [`Packages that come without a copy of their licence:\n\n${withoutText.sort().join('\n')}\n`]
      : []),
  ].join(`\n${'-'.repeat(80)}\n\n`)
}
