import { cruise } from 'dependency-cruiser'
import extractOptions from 'dependency-cruiser/config-utl/extract-depcruise-options'
import { root } from './repository.ts'

/** Far below what there is: without a parser for TypeScript nothing is read, and nothing would be wrong. */
const fewestModules = 300

process.chdir(root)
const options = await extractOptions('./.dependency-cruiser.cjs')
const { output } = await cruise(process.argv.slice(2), { ...options, validate: true, outputType: 'json' })
const { summary } = JSON.parse(String(output))
for (const { rule, from, to } of summary.violations) console.error(`${rule.name}: ${from} → ${to}`)
console.log(`${summary.totalCruised} modules, ${summary.violations.length} violations`)
if (summary.totalCruised < fewestModules)
  console.error(`Fewer than ${fewestModules} modules were read: is TypeScript readable?`)
process.exitCode = summary.violations.length > 0 || summary.totalCruised < fewestModules ? 1 : 0
