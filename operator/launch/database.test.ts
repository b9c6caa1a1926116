import { expect, test } from 'vitest'
import { describeDatabase } from './database.ts'

test.each([
  ['postgres://salon:secret@db.example:5433/lys', 'in the database lys of db.example:5433 (DATABASE_URL)'],
  [
    'postgres://salon:s%40cret@localhost/h%C3%A5r?sslmode=require',
    'in the database hår of localhost (DATABASE_URL)',
  ],
  [
    'postgres:///lys?host=/run/postgresql&user=salon&password=secret',
    'in the database lys of /run/postgresql (DATABASE_URL)',
  ],
])('%s is said without user and password', (url, said) => {
  expect(describeDatabase(url)).toBe(said)
})
