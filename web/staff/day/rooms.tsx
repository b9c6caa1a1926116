import { TenantText } from '#web/ui/tenant-text.tsx'
import type { Segment } from './visit-words.ts'

/** In which rooms a service is, and with which devices, after its name; nothing where it uses none. */
export const Rooms = ({ of: { rooms } }: { of: Segment }) =>
  rooms.map(({ id, name }) => (
    <span key={id}>
      <span>{' · '}</span>
      <TenantText>{name}</TenantText>
    </span>
  ))
