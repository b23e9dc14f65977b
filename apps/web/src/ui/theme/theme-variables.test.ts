import {
  type ConvertCSSVariablesInput,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core'
import { expect, test } from 'vitest'
import { makeTheme } from './theme.tsx'

/** Mantine's variables that are design tokens, so that a token is changed in one place. */
const tokens = {
  '--mantine-color-body': 'var(--paper)',
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--ink-soft)',
  '--mantine-color-placeholder': 'var(--ink-soft)',
  '--mantine-color-error': 'var(--red)',
  '--mantine-color-anchor': 'var(--accent)',
  '--mantine-color-petrol-light-color': 'var(--accent)',
  '--mantine-color-default': 'var(--paper-raised)',
  '--mantine-color-default-hover': 'var(--paper-sunken)',
  '--mantine-color-default-color': 'var(--ink)',
  '--mantine-color-default-border': 'var(--rule-mid)',
}

/** Colours of Mantine that no component here has. */
const unusedColours = /-color-(pink|grape|violet|indigo|blue|cyan|teal|green|lime|yellow|orange)-/

/** The variables of the theme that differ from those in Mantine's own styles. */
function ownVariables(): ConvertCSSVariablesInput {
  const usual = defaultCssVariablesResolver(DEFAULT_THEME)
  const { variables, light, dark } = defaultCssVariablesResolver(
    mergeMantineTheme(DEFAULT_THEME, makeTheme({ close: 'Close' })),
  )
  const differing = (values: Record<string, string>, known: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(values).filter(([name, value]) => known[name] !== value && !unusedColours.test(name)),
    )
  return {
    variables: differing(variables, usual.variables),
    light: differing({ ...light, ...tokens }, usual.light),
    dark: differing({ ...dark, ...tokens }, usual.dark),
  }
}

function sheetOf({ variables, light, dark }: ConvertCSSVariablesInput): string {
  const rule = (selector: string, values: Record<string, string>) =>
    `${selector} {\n${Object.entries(values)
      .map(([name, value]) => `  ${name}: ${value};\n`)
      .join('')}}\n`
  const schemed = (scheme: string) => `:root[data-mantine-color-scheme="${scheme}"]`
  return [
    '/* What Mantine makes of theme.tsx; written by theme-variables.test.ts (npx vitest run --update). */\n',
    rule(':root', variables),
    rule(schemed('light'), light),
    rule(schemed('dark'), dark),
  ].join('\n')
}

test('has every variable of the theme in the styles', async () => {
  await expect(sheetOf(ownVariables())).toMatchFileSnapshot('./theme-variables.css')
})
