import { CallError } from '#contract/errors.ts'
import { contactLink } from '#contract/links.ts'
import type { GuestContext } from '#web/request/guard.ts'
import { selfOf } from './load.ts'

/**
 * Saves the file as the guest's picture, or removes the picture for null.
 * @returns the path to redirect to.
 */
export async function changePicture(ctx: GuestContext, file: FormDataEntryValue | null): Promise<string> {
  if (file === null) {
    await ctx.call('removeAvatar', selfOf(ctx))
    return contactLink({ message: 'picture-removed' })
  }
  if (typeof file === 'string' || file.size === 0)
    throw new CallError('request/invalid', { fields: ['picture'] })
  const image = Buffer.from(await file.arrayBuffer()).toString('base64')
  await ctx.call('updateAvatar', { ...selfOf(ctx), image })
  return contactLink({ message: 'picture-updated' })
}
