import type { Reporter, TestModule } from 'vitest/node'

/** Ends a run with the one line that machines read: `N passed, N failed`. A file that could not run counts as failed. */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]) {
    let passed = 0
    let failed = errors.length
    for (const module of modules) {
      const tests = [...module.children.allTests()]
      passed += tests.filter((test) => test.result().state === 'passed').length
      failed += tests.filter((test) => test.result().state !== 'passed').length
      if (module.errors().length) failed += 1
    }
    process.on('exit', () => process.stdout.write(`\n${passed} passed, ${failed} failed\n`))
  }
}
