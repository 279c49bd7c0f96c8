/** Icons of the buttons, in a square of 12 units. */
export const icons = {
  search:
    "M5 .5a4.5 4.5 0 1 1 0 9a4.5 4.5 0 0 1 0-9ZM5 1.7a3.3 3.3 0 1 0 0 6.6a3.3 3.3 0 0 0 0-6.6ZM8 8.9 8.9 8l2.8 2.8-.9.9Z",
  fit: "M.5.5h4v1.2H1.7v2.8H.5ZM7.5.5h4v4h-1.2V1.7H7.5ZM.5 7.5h1.2v2.8h2.8v1.2h-4ZM10.3 7.5h1.2v4h-4v-1.2h2.8Z",
  exporting: "M5.4.5h1.2v6L8.8 4.3l.9.9L6 8.9 2.3 5.2l.9-.9 2.2 2.2ZM1 8.5h1.2v1.8h7.6V8.5H11v3H1Z",
  pin: "M4 .5h4v1.2H7.4L7.8 5l1.7 1.3v1.2H6.6v4H5.4v-4H2.5V6.3L4.2 5l.4-3.3H4Z",
  previous: "M6 2.8 11 7.8l-.9.9L6 4.6 1.9 8.7 1 7.8Z",
  next: "M6 9.2 1 4.2l.9-.9L6 7.4l4.1-4.1.9.9Z",
  plus: "M5.4 1.5h1.2v3.9h3.9v1.2H6.6v3.9H5.4V6.6H1.5V5.4h3.9Z",
  minus: "M1.5 5.4h9v1.2h-9Z",
};
