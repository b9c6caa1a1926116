import { SelectField } from '#web/ui/form/field.tsx'

type PersonSelectProps = {
  name: string
  label: string
  people: readonly { id: string; name: string }[]
  /** What is chosen without a person; absent: one has to be. */ nobody?: string
  value: string
  error?: string | undefined
}

/** One of the people who perform services. */
export const PersonSelect = ({ name, label, people, nobody, value, error }: PersonSelectProps) => (
  <SelectField name={name} label={label} defaultValue={value} error={error}>
    {nobody !== undefined && <option value="">{nobody}</option>}
    {people.map((one) => (
      <option key={one.id} value={one.id}>
        {one.name}
      </option>
    ))}
  </SelectField>
)
