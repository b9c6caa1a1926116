import { relative } from 'node:path'
import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node'

/**
 * Ends a run with one machine-readable line: `N passed, N failed`, after the names of all that failed. A file
 * that could not run counts as failed, and so does a skipped test. Tests that a run filters out, by title
 * (`-t`) or as exhaustive, are not counted.
 */
export default class SummaryReporter implements Reporter {
  #isFiltered: (test: TestCase) => boolean = () => false

  onInit({ config }: Vitest) {
    if (config.testNamePattern) this.#isFiltered = () => true
    else if (config.tagsFilter)
      this.#isFiltered = ({ options }) => options.tags?.includes('exhaustive') ?? false
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]) {
    let passed = 0
    let failed = errors.length
    const names: string[] = []
    for (const module of modules) {
      const file = relative(process.cwd(), module.moduleId)
      const broken = module.errors().length > 0
      if (broken) {
        failed += 1
        names.push(`failed: ${file} (could not run)`)
      }
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        if (state === 'passed') passed += 1
        else if (state === 'failed' || !this.#isFiltered(test)) failed += 1
        if (state === 'failed') names.push(`failed: ${file} > ${test.fullName}`)
        else if (state === 'skipped' && !broken && !this.#isFiltered(test))
          names.push(`skipped, which counts as failed: ${file} > ${test.fullName}`)
      }
    }
    process.on('exit', (code) => {
      // The run can also break before the first test.
      if (code !== 0) failed ||= 1
      if (failed > 0) process.exitCode ||= 1
      for (const name of names) process.stdout.write(`\n${name}`)
      process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
    })
  }
}
