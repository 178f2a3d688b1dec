import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { type Between, type RoutedProduct, startRoutedProduct } from '@agency/test-kit/routed-product'
import type { Part } from '../../scripts/parts.ts'
import { root } from '../../scripts/repository.ts'

/** A running product whose front-end parts are deployed one by one, as in production. */
export interface DeployedProduct extends Pick<RoutedProduct, 'directoryOf' | 'stop'> {
  /** Deploys one part, from a build or an artefact, with the script that production uses. */
  deploy(part: Part, build: string): void
}

const deployScript = join(root, 'nginx/deploy-files.sh')

/**
 * Starts it; nothing is deployed yet.
 * @param between starts what the bff takes for core-api, in front of the one at the given address
 */
export async function startDeployedProduct(between?: (core: string) => Promise<Between>): Promise<DeployedProduct> {
  const { directoryOf, stop } = await startRoutedProduct(between)
  return {
    directoryOf,
    deploy(part, build) {
      execFileSync('sh', [deployScript, build, directoryOf(part)], { stdio: ['ignore', 'ignore', 'pipe'] })
    },
    stop,
  }
}
