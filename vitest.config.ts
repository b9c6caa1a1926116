import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{domain,contract,server,web,bin,db,test,e2e}/**/*.test.{ts,tsx}'],
    globalSetup: ['test/setup.ts'],
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    reporters: ['default', './test/closing-line.ts'],
    silent: false,
  },
})
