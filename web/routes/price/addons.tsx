import type { ListedService } from '#web/service/listed-types.ts'
import { TenantText } from '#web/ui/tenant-text.tsx'

/** What can be chosen with a service, each with its minutes and its price. */
export const Addons = ({ addons }: { addons: NonNullable<ListedService['addons']> }) => (
  <ul className="grid w-full gap-1">
    {addons.map(({ id, name, about }) => (
      <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="wrap-anywhere">
          <TenantText>{name}</TenantText>
        </span>
        <span className="tabular text-sm text-muted">{about}</span>
      </li>
    ))}
  </ul>
)
