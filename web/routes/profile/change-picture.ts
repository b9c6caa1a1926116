import { CallError } from '#contract/errors.ts'
import type { GuestScope } from '../account/guard.ts'
import { selfOf } from './load.ts'

/** Keeps the file of a form as the guest's picture, or removes it for null. @returns where to go on. */
export async function changePicture(scope: GuestScope, file: FormDataEntryValue | null): Promise<string> {
  if (file === null) {
    await scope.call('removeAvatar', selfOf(scope))
    return '/profile/contact?message=picture-removed'
  }
  if (typeof file === 'string' || file.size === 0)
    throw new CallError('request/invalid', { fields: ['picture'] })
  const image = Buffer.from(await file.arrayBuffer()).toString('base64')
  await scope.call('updateAvatar', { ...selfOf(scope), image })
  return '/profile/contact?message=picture-updated'
}
