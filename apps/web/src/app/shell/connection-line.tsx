import { onlineManager, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { connectionLost, hasServer } from '../../lib/connection/connection.ts'
import classes from './shell.module.css'

const retryEveryMs = 1_000

/** One line while the server cannot be reached; what the page shows is asked for again once it can. */
export function ConnectionLine() {
  const { t } = useTranslation('shell')
  const queryClient = useQueryClient()
  const [isLost, setLost] = useState(false)
  useEffect(() => {
    const lose = () => setLost(true)
    const events = ['offline', connectionLost]
    for (const event of events) window.addEventListener(event, lose)
    return () => {
      for (const event of events) window.removeEventListener(event, lose)
    }
  }, [])
  useEffect(() => {
    if (!isLost) return undefined
    const retry = async () => {
      if (!(await hasServer())) return
      setLost(false)
      // A server on this machine answers although the browser is offline.
      onlineManager.setOnline(true)
      void queryClient.invalidateQueries()
    }
    const timer = setInterval(() => void retry(), retryEveryMs)
    return () => clearInterval(timer)
  }, [isLost, queryClient])
  return (
    <p role="status" className={classes.connection}>
      {isLost && t('connection.lost')}
    </p>
  )
}
