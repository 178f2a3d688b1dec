// Run inside the composition, where the parts answer, by .github/workflows/_deploy.yml. It is read from standard input,
// so it imports nothing:
//
//   docker compose exec -T bff-1 node --input-type=module-typescript - <part>=<address>… < deployed-versions.ts
//
// Prints the versions that the replicas of each part name, by part. A replica that does not answer is left out.
const deployed: Record<string, string[]> = {}
for (const argument of process.argv.slice(2)) {
  const [part = '', address = ''] = argument.split('=')
  const versions = deployed[part] ?? []
  deployed[part] = versions
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(5_000) })
    const said = JSON.parse(await answer.text())
    // shared-ui is files: its manifest names its version.
    const version: unknown = said.version ?? said.metaData?.buildInfo?.buildVersion
    if (answer.ok && typeof version === 'string') versions.push(version)
  } catch (error) {
    console.error(`${address} does not answer: ${error instanceof Error ? error.message : error}`)
  }
}
console.log(JSON.stringify(deployed))
