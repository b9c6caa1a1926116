import { TenantText } from '#web/ui/tenant-text.tsx'

/** A service and who performs it: the name is the tenant's own, in its language. */
export const ServiceLine = ({ service, member }: { service: string; member: string }) => (
  <>
    <TenantText>{service}</TenantText>
    {member && <span>{`, ${member}`}</span>}
  </>
)
