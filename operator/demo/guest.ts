import { DAY_MS } from '#domain/day.ts'
import type { TenantFile } from '#contract/tenant-file/schema.ts'
import { hashPassword } from '#server/identity/password/password-hash.ts'
import type { Tx } from '#server/database/db.ts'
import { createGuest } from '#server/guest/queries.ts'

const QUARTER_MS = 90 * DAY_MS

/** Creates the file's guests with complete details. @returns their uids by their keys in the file. */
export async function seedGuests(
  tx: Tx,
  { tenant, guests = [] }: TenantFile,
  now: number,
): Promise<Map<string, string>> {
  const joined = new Date(now - QUARTER_MS)
  const uids = new Map<string, string>()
  for (const { key, password, language, mobile, ...name } of guests) {
    const country = tenant.supportedCountries.find(({ countrycode }) => mobile.startsWith(countrycode))
    uids.set(
      key,
      await createGuest(tx, {
        ...name,
        mobile,
        countryCode: country?.code ?? tenant.default.countryCode,
        dialCode: country?.countrycode ?? null,
        preferredLanguage: language,
        emailVerified: true,
        mobileVerified: true,
        termsAcceptedAt: joined,
        createdAt: joined,
        ...(password === undefined ? {} : { passwordHash: await hashPassword(password) }),
      }),
    )
  }
  return uids
}
