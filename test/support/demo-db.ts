import { seedDemo } from '#operator/demo/demo.ts'
import { makeDb, type TestDb } from './make.ts'

/** The secret that the handles of the demo's visits are derived from. */
export const DEMO_SECRET = 'the secret of a journey, long enough'

/**
 * A database with the demo of today, copied from one that is seeded once in a run: processing the demo's
 * pictures takes seconds. A server that starts on it seeds nothing.
 */
export const makeDemoDb = (): Promise<TestDb> =>
  makeDb({
    name: 'demo',
    fill: (urls) => seedDemo({ ...urls, secret: DEMO_SECRET, now: Date.now() }),
  })
