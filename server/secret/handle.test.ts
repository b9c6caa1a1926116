import { expect, test } from 'vitest'
import { tenantId } from '../database/db.ts'
import { hashAddress, sha256 } from './hash.ts'
import { deriveHandle } from './handle.ts'

const [aurora, fjord] = [tenantId('aurora'), tenantId('fjord')]

test('a handle is deterministic and has 192 bits', () => {
  const handle = deriveHandle('secret', 'visit', aurora, 'visit-1')
  expect(deriveHandle('secret', 'visit', aurora, 'visit-1')).toBe(handle)
  expect(handle).toMatch(/^[A-Za-z0-9_-]{32}$/)
})

test('a handle depends on secret, purpose, tenant and visit', () => {
  const handles = [
    deriveHandle('secret', 'visit', aurora, 'visit-1'),
    deriveHandle('another', 'visit', aurora, 'visit-1'),
    deriveHandle('secret', 'cancel', aurora, 'visit-1'),
    deriveHandle('secret', 'visit', fjord, 'visit-1'),
    deriveHandle('secret', 'visit', aurora, 'visit-2'),
  ]
  expect(new Set(handles.map(sha256)).size).toBe(handles.length)
})

test('the stored hash of an IP address differs between tenants', () => {
  expect(hashAddress('secret', aurora, '10.0.0.1')).not.toBe(hashAddress('secret', fjord, '10.0.0.1'))
  expect(hashAddress('secret', aurora, '10.0.0.1')).not.toContain('10.0.0.1')
})
