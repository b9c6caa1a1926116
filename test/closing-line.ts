import { relative } from 'node:path'
import type { Reporter, TestModule, Vitest } from 'vitest/node'

/**
 * Ends a run with the one line that machines read: `N passed, N failed`. A file that could not run counts as failed, and so does
 * a test that was skipped, by name: nothing is left out of what is said to pass. Only a run of some tests by their titles
 * (`-t`) leaves the others uncounted.
 */
export default class ClosingLine implements Reporter {
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
      // Before the first test too something can break.
      if (code !== 0) failed ||= 1
      if (failed > 0) process.exitCode ||= 1
      for (const name of skipped) process.stdout.write(`\nskipped, which counts as failed: ${name}`)
      process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
    })
  }
}
