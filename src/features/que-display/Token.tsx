import classes from './que-display.module.css'

/** The number of who is meant, with the initials where the centre shows them: the number from the left in every language. */
export function Token({ pat_id, initials }: { pat_id: string; initials: string }) {
  return (
    <>
      <bdi dir="ltr">{pat_id}</bdi>
      {initials !== '' && <bdi className={classes.initials}>{initials}</bdi>}
    </>
  )
}
