import { AddonNames } from '#web/visit/addon-list.tsx'
import { TenantText } from '#web/ui/tenant-text.tsx'

type Service = { serviceName: string; addons: Parameters<typeof AddonNames>[0]['addons'] }

/** A service with its add-ons, and who performs it: the names are the tenant's own, in its language. */
export const ServiceLine = ({
  service: { serviceName, addons },
  member = '',
}: {
  service: Service
  member?: string
}) => (
  <>
    <TenantText>{serviceName}</TenantText>
    <AddonNames addons={addons} />
    {member && <span>{`, ${member}`}</span>}
  </>
)
