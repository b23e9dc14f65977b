import type { ModelCard } from '../card.ts'
import { attackName, modelName, vendorName } from '../groups/group-names.ts'
import { rateTable } from './table.ts'

/** Detected machine texts, by source, vendor, kind, length and attack. */
export function machineTexts({ measured }: ModelCard): string {
  return `## Machine texts that are found

![Machine texts found by source](evaluation/machine.svg)

### Test sources

${rateTable('source', measured.test_ai)}

### Left-out sources

${rateTable('source', measured.left_out_ai)}

### By vendor, left-out sources

${rateTable('vendor', measured.ai_by_vendor, vendorName)}

### By kind of writing, left-out sources

${rateTable('kind', measured.ai_by_kind)}

### By length, left-out sources

${rateTable('words', measured.ai_by_length)}

### By attack in the sources, left-out sources

${rateTable('attack', measured.ai_by_attack, attackName)}

### By the years in which the model came out, left-out sources

By the names of the models; texts whose source does not name one are left out.

${rateTable('years', measured.ai_by_years)}

### By model, left-out sources, at least 100 texts

${rateTable('model', measured.ai_by_model, modelName)}`
}
