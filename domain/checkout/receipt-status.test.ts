import { expect, test } from 'vitest'
import { canBecome, paymentStatuses, receiptStatuses, toShownStatus } from './receipt-status.ts'
import type { PaymentStatus, ReceiptStatus } from './receipt-status.ts'

const TRANSITIONS = `
  from                     PENDING PENDING_COLLECT_INTENTS PAID canceled
  PENDING                  no      yes                     yes  no
  PENDING_COLLECT_INTENTS  no      no                      yes  yes
  PAID                     no      no                      no   yes
  canceled                 no      no                      no   no`
const VIEWS = `
  status                   pending completed failed  other
  PENDING                  pending success   failed  pending
  PENDING_COLLECT_INTENTS  success success   success success
  PAID                     success success   success success
  canceled                 failed  success   failed  failed
  somethingElse            unknown success   failed  unknown
  pending                  unknown success   failed  unknown
  CANCELED                 unknown success   failed  unknown`

/** The cells of a table with its row, its column and its value. */
function cellsOf(table: string) {
  const [[, ...columns] = [], ...rows] = table
    .trim()
    .split('\n')
    .map((row) => row.trim().split(/\s+/))
  return rows.flatMap(([row = '', ...values]) =>
    columns.map((column, index) => [row, column, values[index]] as const),
  )
}

const columnsOf = (table: string) => [...new Set(cellsOf(table).map(([, column]) => column))]
const rowsOf = (table: string) => [...new Set(cellsOf(table).map(([row]) => row))]

test.each(cellsOf(TRANSITIONS))('a receipt goes from %s to %s: %s', (from, to, allowed) => {
  expect(canBecome(from as ReceiptStatus, to as ReceiptStatus)).toBe(allowed === 'yes')
})

test.each(cellsOf(VIEWS))('status %s with paymentStatus %s is shown as %s', (status, paymentStatus, view) => {
  expect(toShownStatus({ status, paymentStatus })).toBe(view)
})

test('the tables have every status', () => {
  expect(rowsOf(TRANSITIONS)).toEqual(receiptStatuses)
  expect(columnsOf(TRANSITIONS)).toEqual(receiptStatuses)
  expect(rowsOf(VIEWS)).toEqual(expect.arrayContaining([...receiptStatuses]))
  expect(columnsOf(VIEWS)).toEqual([...paymentStatuses, 'other'] satisfies (PaymentStatus | 'other')[])
})
