import fc from 'fast-check'
import { seed } from './tier.ts'

// Generated cases are the same in each run, but for those of `bin/test --all`.
fc.configureGlobal({ seed })
