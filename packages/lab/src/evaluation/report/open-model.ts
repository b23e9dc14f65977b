import type { Reported } from '../reported.ts'
import { rateTable } from './table.ts'
import { vendorTable } from './vendor-texts.ts'

/** The same figures for the model that may be used for any purpose. */
export function openModel({ card, vendors }: Reported): string {
  return `## The open model

\`${card.name}\` ${card.version} learned from ${card.texts.human} human and ${card.texts.ai} machine texts of ${card.texts.sources} sources: human texts under free licences alone, and machine
texts that are free or carry no statement, by the same recipe. It may be used for any purpose. SHA-256 \`${card.model_file.sha256}\`.

Its targets stand beside those of the standard model above.

${rateTable('human texts of test sources', card.measured.test_human)}${vendors === null ? '' : `\n\nVendors left out:\n\n${vendorTable(vendors)}`}`
}
