import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { isAll } from './test/support/tier.ts'

/** The slowest test files start first, so that the run does not end with one worker busy. */
const longest = [
  'e2e/crawl-account',
  'e2e/crawl-booking',
  'e2e/xss',
  'e2e/layout-shift',
  'test/isolation',
  'test/fuzz',
  'test/waitlist-model',
  'test/action-codes',
  'e2e/picture-sizes',
  'e2e/payment.',
  'e2e/book.',
  'test/start',
  'test/kill',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) =>
      longest.toReversed().findIndex((name) => moduleId.includes(`/${name}`))
    return (await super.sort(files)).toSorted((a, b) => rank(b) - rank(a))
  }
}

/** Tests about passwords: how they are hashed, how long it takes, how often they may be tried. */
const passwords = [
  'server/identity/password/**/*.test.ts',
  'server/identity/open-auth.test.ts',
  'test/timing.test.ts',
]
const shared = {
  globalSetup: ['test/support/setup.ts'],
  setupFiles: ['test/support/record-statements.ts', 'test/support/seed-fast-check.ts'],
  // With every case and round a test takes minutes.
  testTimeout: isAll ? 600_000 : 120_000,
  hookTimeout: 120_000,
  // The default timeout of 1 s is too short for a page or a job on a busy machine.
  expect: { poll: { timeout: 20_000 } },
  // Files of one worker share imported modules: importing them for each file takes a third of the run.
  isolate: false,
}

export default defineConfig({
  test: {
    ...shared,
    tags: [{ name: 'exhaustive', description: 'Runs in `bin/test --all`, or if its file is named.' }],
    projects: [
      {
        extends: true,
        resolve: { alias: { '@node-rs/argon2': join(import.meta.dirname, 'test/support/cheap-argon2.ts') } },
        test: {
          name: 'all',
          include: [
            '{domain,contract,server,simulators,web,operator,postgres,bin,db,test,e2e}/**/*.test.{ts,tsx}',
          ],
          exclude: ['**/node_modules/**', ...passwords],
        },
      },
      { extends: true, test: { name: 'passwords', include: passwords } },
    ],
    // Page and process tests wait most of the time: more workers than cores.
    maxWorkers: availableParallelism() * 2,
    sequence: { sequencer: LongestFirst },
    reporters: ['default', './test/support/summary-reporter.ts'],
    silent: false,
  },
})
