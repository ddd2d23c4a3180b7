/** The choices of when to remind, in minutes before the time; null for no reminder. */
export const REMIND_CHOICES = [
  [null, 'No reminder'],
  [0, 'At the time'],
  [5, '5 minutes before'],
  [15, '15 minutes before'],
  [60, '1 hour before'],
  [1440, '1 day before'],
] as const;
