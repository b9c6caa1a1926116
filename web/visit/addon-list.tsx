import { Fragment } from 'react'
import type { BookedAddon } from '#domain/visit/addons.ts'
import { TenantText } from '#web/ui/tenant-text.tsx'

/** The add-ons of a service in one line, as ` + Hair mask + 2 × Pearls`, to stand after its name. */
export const AddonNames = ({ addons }: { addons: readonly Pick<BookedAddon, 'id' | 'name' | 'count'>[] }) =>
  addons.map(({ id, name, count }) => (
    <Fragment key={id}>
      <span>{count > 1 ? ` + ${count}\u00a0×\u00a0` : ' + '}</span>
      <TenantText>{name}</TenantText>
    </Fragment>
  ))
