import { expect, test } from 'vitest'
import { tenantId } from '../database/db.ts'
import { addressHashOf, hashOf } from './hash.ts'
import { handleOf } from './handle.ts'

const [aurora, fjord] = [tenantId('aurora'), tenantId('fjord')]

test('a handle is deterministic and has 192 bits', () => {
  const handle = handleOf('secret', 'visit', aurora, 'visit-1')
  expect(handleOf('secret', 'visit', aurora, 'visit-1')).toBe(handle)
  expect(handle).toMatch(/^[A-Za-z0-9_-]{32}$/)
})

test('a handle depends on secret, purpose, tenant and visit', () => {
  const handles = [
    handleOf('secret', 'visit', aurora, 'visit-1'),
    handleOf('another', 'visit', aurora, 'visit-1'),
    handleOf('secret', 'cancel', aurora, 'visit-1'),
    handleOf('secret', 'visit', fjord, 'visit-1'),
    handleOf('secret', 'visit', aurora, 'visit-2'),
  ]
  expect(new Set(handles.map(hashOf)).size).toBe(handles.length)
})

test('the stored hash of an IP address differs between tenants', () => {
  expect(addressHashOf('secret', aurora, '10.0.0.1')).not.toBe(addressHashOf('secret', fjord, '10.0.0.1'))
  expect(addressHashOf('secret', aurora, '10.0.0.1')).not.toContain('10.0.0.1')
})
