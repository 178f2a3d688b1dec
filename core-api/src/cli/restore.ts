import { dataDirectory, runCommand } from './core-settings.ts'
import { restore } from './restore-installation.ts'

await runCommand(() => restore({ ...process.env, DATA_DIR: dataDirectory }, process.argv.slice(2), console.log))
