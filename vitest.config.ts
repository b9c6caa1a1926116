import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** These begin before the others: what takes minutes should not be what everybody waits for in the end. */
const longest = [
  'bin/stamgast',
  'e2e/axe.',
  'e2e/xss',
  'e2e/crawl',
  'e2e/update',
  'e2e/offline',
  'e2e/book.',
  'test/isolation',
  'e2e/policy',
  'e2e/keyboard',
  'server/demo',
  'e2e/axe-colors',
  'e2e/account',
  'e2e/identity-hosts',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) =>
      longest.toReversed().findIndex((name) => moduleId.includes(`/${name}`))
    return (await super.sort(files)).toSorted((a, b) => rank(b) - rank(a))
  }
}

export default defineConfig({
  test: {
    include: ['{domain,contract,server,web,bin,db,test,e2e}/**/*.test.{ts,tsx}'],
    globalSetup: ['test/setup.ts'],
    setupFiles: ['test/record-statements.ts'],
    // A test of a page or a process waits for it much of its time.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    sequence: { sequencer: LongestFirst },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Its own limit is a second, which a page or a job may well take on a busy machine.
    expect: { poll: { timeout: 20_000 } },
    reporters: ['default', './test/closing-line.ts'],
    silent: false,
  },
})
