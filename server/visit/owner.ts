import type { RequestContext } from '../context/context.ts'
import type { Owner } from './queries.ts'
import { hashOf } from './handle.ts'

/** The owner of a new hold: the account, else the browser. */
export const ownerOf = ({ guest, owner }: RequestContext): Owner =>
  guest ? { guestId: guest.uid, ownerHash: null } : { guestId: null, ownerHash: owner && hashOf(owner) }

/** A hold that this browser made before its guest signed in still belongs to the guest. */
export const isOwner = ({ guest, owner }: RequestContext, visit: Owner): boolean =>
  (guest !== null && visit.guestId === guest.uid) || (owner !== null && visit.ownerHash === hashOf(owner))
