import { intlLocale } from '#contract/text.ts'
import { Avatar } from './avatar.tsx'
import { useFormat } from './format.ts'

/** Names of people as one says them together: `Anna, Bo and Carl`. */
export function usePeople(): (names: string[]) => string {
  const { language } = useFormat()
  const list = new Intl.ListFormat(intlLocale(language), { type: 'conjunction' })
  return (names) => list.format(names)
}

/** The faces of those who take care of one visit; their names stand beside them. `size` in pixels. */
export const Faces = ({
  people,
  size,
}: {
  people: { name: string; avatar: string | null }[]
  size: number
}) => (
  <span className="flex shrink-0 flex-wrap gap-1">
    {people.map(({ name, avatar }, index) => (
      <Avatar key={`${name} ${index}`} src={avatar} name={name} size={size} />
    ))}
  </span>
)
