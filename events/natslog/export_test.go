package natslog

// Within is within, for the tests.
var Within = within
