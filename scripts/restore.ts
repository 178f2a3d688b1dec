import { restore } from '../core-api/src/restore.ts'
import { dataDirectory, runCommand } from './core-settings.ts'

await runCommand(() => restore({ ...process.env, DATA_DIR: dataDirectory }, process.argv.slice(2), console.log))
