import { Button, Checkbox, Group, Text, Title } from '@mantine/core'
import { Link } from 'react-router-dom'
import type { DashboardPartProps } from './Dashboard.tsx'
import classes from './dashboard.module.css'
import { listAddress } from './list-address.ts'
import { DASHBOARD_WORDS as WORDS } from './words.ts'

interface Doctor {
  id: string
  name: string
  n: number
}

export interface DoctorCardsProps extends Pick<DashboardPartProps, 'session' | 'filter' | 'onChange'> {
  doctors: readonly Doctor[]
}

/** Doctors who signed reports, each with a checkbox that filters the table and a number that opens the list. */
export function DoctorCards({ session, filter, doctors, onChange }: DoctorCardsProps) {
  const { doctorIds } = filter
  const toggle = (id: string, isChosen: boolean) => {
    const others = doctorIds.filter((one) => one !== id)
    onChange({ doctors: (isChosen ? [...others, id] : others).join(',') })
  }
  return (
    <section aria-labelledby="reporting-doctors">
      <Group gap="xs" mt="md" mb={6} mih={26}>
        <Title order={3} id="reporting-doctors" size="h5">
          {WORDS.doctors}
        </Title>
        {doctorIds.length > 0 && (
          <Button size="compact-xs" variant="subtle" onClick={() => onChange({ doctors: undefined })}>
            {WORDS.clearDoctors}
          </Button>
        )}
      </Group>
      {doctors.length === 0 ? (
        <Text size="sm" c="dimmed">
          {WORDS.noReports}
        </Text>
      ) : (
        <ul className={classes.doctors}>
          {doctors.map((doctor) => (
            <DoctorCard
              key={doctor.id}
              doctor={doctor}
              isChosen={doctorIds.includes(doctor.id)}
              to={listAddress(session, { ...filter, status: undefined, doctorId: doctor.id })}
              onToggle={(isChosen) => toggle(doctor.id, isChosen)}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

interface DoctorCardProps {
  doctor: Doctor
  isChosen: boolean
  to: string
  onToggle: (isChosen: boolean) => void
}

function DoctorCard({ doctor: { name, n }, isChosen, to, onToggle }: DoctorCardProps) {
  return (
    <li className={classes.doctor} data-checked={isChosen || undefined}>
      <Checkbox
        aria-label={WORDS.onlyDoctor(name)}
        checked={isChosen}
        onChange={(event) => onToggle(event.currentTarget.checked)}
      />
      <Text size="sm" truncate className={classes.doctorName} title={name}>
        {name}
      </Text>
      <Link to={to} className={classes.link} aria-label={WORDS.openReports(name, n)}>
        {WORDS.reports(n)}
      </Link>
    </li>
  )
}
