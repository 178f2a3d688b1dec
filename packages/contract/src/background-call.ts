/** Header of calls that the app makes without the user: they do not extend the idle time-out. */
export const backgroundHeader = 'x-background'
