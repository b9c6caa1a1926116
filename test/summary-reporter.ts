import { relative } from 'node:path'
import type { Reporter, TestModule, Vitest } from 'vitest/node'

/**
 * Ends a run with one machine-readable line: `N passed, N failed`. A file that could not run counts as
 * failed, and so does a skipped test, by name. Tests that a run filters out by title (`-t`) are not counted.
 */
export default class SummaryReporter implements Reporter {
  #chosen = false

  onInit({ config }: Vitest) {
    this.#chosen = config.testNamePattern !== undefined
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]) {
    let passed = 0
    let failed = errors.length
    const skipped: string[] = []
    for (const module of modules) {
      const broken = module.errors().length > 0
      if (broken) failed += 1
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        if (state === 'passed') passed += 1
        else if (state === 'failed' || !this.#chosen) failed += 1
        if (state === 'skipped' && !broken && !this.#chosen)
          skipped.push(`${relative(process.cwd(), module.moduleId)} > ${test.fullName}`)
      }
    }
    process.on('exit', (code) => {
      // The run can also break before the first test.
      if (code !== 0) failed ||= 1
      if (failed > 0) process.exitCode ||= 1
      for (const name of skipped) process.stdout.write(`\nskipped, which counts as failed: ${name}`)
      process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
    })
  }
}
